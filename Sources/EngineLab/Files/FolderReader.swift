/// The text files of a folder, listed and read anew for each search, on the concurrent executor.
///
/// Cancelling the calling task ends a listing before its next folder, and a reading before its file; the file that is
/// being read is read to its end.
package struct FolderReader: Equatable, Sendable {
  /// The folder as the user named it.
  package let folder: String

  let source: Folder

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - extensions: The extensions of the files to read, without dots; case makes no difference.
  /// - Throws: A ``LabError`` if the folder cannot be read.
  package init(folder: String, extensions: [String]) throws(LabError) {
    self.folder = folder
    source = try Folder(path: folder, extensions: extensions)
  }
}
