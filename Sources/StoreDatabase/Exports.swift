#if SQLite
@_exported public import StorePersistence
#endif
