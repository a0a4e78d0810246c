extension ReportPage {
  /// The style sheet: light and dark, for a wide window and for a phone.
  static let style = #"""
    :root {
      color-scheme: light dark;
      --page: #f7f8f8; --panel: #ffffff; --ink: #1b2025; --muted: #58626c; --line: #dde2e6; --grid: #e8ecef;
      --accent: #1f55c4; --good: #1d7154; --bad: #b3261e; --good-tint: #e6f3ee; --bad-tint: #fbeae8;
      --finished: #2b8265; --failed: #c23a2e; --cancelled: #687380; --replaced: #97690a; --running: #2d62cf;
      --refused: #7a4bb5; --on-bar: #ffffff; --pattern: rgb(255 255 255 / .26); --gutter: 8.5rem;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171a; --panel: #1b1f23; --ink: #e7eaed; --muted: #9fa9b3; --line: #343b42; --grid: #272d32;
        --accent: #8fb2ff; --good: #63c9a3; --bad: #ff9185; --good-tint: #17291f; --bad-tint: #34201e;
        --finished: #52b592; --failed: #ef7d70; --cancelled: #98a2ad; --replaced: #d6a343; --running: #82a7fa;
        --refused: #c0a0ee; --on-bar: #0f1417; --pattern: rgb(0 0 0 / .24);
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
    }
    .page { max-width: 1500px; margin: 0 auto; padding: 1.75rem 1.75rem 3rem; }
    h1, h2, h3, p { margin: 0; }
    h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin-bottom: .75rem; }
    h3 { font-size: 1rem; }
    .muted, .hint { color: var(--muted); }
    .hint { font-size: .85rem; margin-top: .4rem; }
    .verdict {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem;
      margin: 1.1rem 0 1.5rem; padding: .7rem 1rem;
      border-radius: 8px; border: 1px solid var(--line); border-left: 5px solid var(--muted); background: var(--panel);
    }
    .verdict strong { font-weight: 650; }
    .verdict.agree { border-left-color: var(--good); background: var(--good-tint); }
    .verdict.agree strong { color: var(--good); }
    .verdict.differ { border-left-color: var(--bad); background: var(--bad-tint); }
    .verdict.differ strong { color: var(--bad); }
    .verdict ul { flex-basis: 100%; margin: .2rem 0 0; padding-left: 1.1rem; }
    .verdict li { overflow-wrap: anywhere; }
    .layout { display: grid; grid-template-columns: minmax(0, 1fr) 19.5rem; gap: 1.5rem; align-items: start; }
    main { min-width: 0; display: grid; gap: 1.5rem; }
    .card {
      background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
      padding: 1.1rem 1.25rem 1.25rem; min-width: 0;
    }
    button { font: inherit; color: inherit; }
    .link {
      border: 0; padding: 0; background: none; color: var(--accent); text-decoration: underline;
      text-underline-offset: 2px; cursor: pointer; text-align: left; overflow-wrap: anywhere;
    }
    :focus { outline: none; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }

    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    th, td { padding: .38rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
    tr > :first-child { padding-left: 0; }
    tr > :last-child { padding-right: 0; }
    tbody tr:last-child > * { border-bottom: 0; }
    thead th { color: var(--muted); font-weight: 500; font-size: .85rem; vertical-align: bottom; }
    th[scope=row], .text th, .text td { text-align: left; }
    th[scope=row] { font-weight: 600; }
    .text td { white-space: normal; overflow-wrap: anywhere; vertical-align: top; min-width: 7rem; }
    .text thead th { min-width: 7rem; }
    .good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
    td.other { background: var(--bad-tint); }
    ol.items { margin: .2rem 0 0; padding-left: 1.6rem; font-size: .9rem; }
    ol.items li { overflow-wrap: anywhere; }
    .lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1rem; }
    .lists h3 { margin-top: 1rem; font-size: .95rem; }

    .legend {
      display: flex; flex-wrap: wrap; gap: .3rem 1.15rem; margin: 0 0 .2rem; padding: 0; list-style: none;
      font-size: .85rem; color: var(--muted);
    }
    .legend li { display: flex; align-items: center; gap: .4rem; }
    .legend .bar { position: relative; width: 34px; height: 15px; cursor: default; }
    .legend .mark { position: relative; margin: 0; cursor: default; width: 14px; height: 16px; }
    .legend .mark svg { top: 1px; }
    .legend .bar .icon { height: 13px; }
    .legend .shot { position: static; margin: 0; cursor: default; }
    .legend .flag-line { width: 0; height: 15px; border-left: 2px dashed var(--bad); }
    .timelines { margin-top: .9rem; }
    .axis {
      position: sticky; top: 0; z-index: 5; height: 1.9rem; margin-left: var(--gutter); background: var(--panel);
      border-bottom: 1px solid var(--line); font-size: .78rem; color: var(--muted);
    }
    .axis .inner, .overlay .inner, .track { position: absolute; left: 12px; right: 12px; top: 0; bottom: 0; }
    .axis span { position: absolute; bottom: .3rem; transform: translateX(-50%); white-space: nowrap; }
    .axis .flag {
      bottom: auto; top: 1px; padding: 0 .4rem; border-radius: 4px; background: var(--bad); color: var(--panel);
      font-weight: 600; z-index: 1;
    }
    .axis .flag.left {
      transform: translateX(-8px); } .axis .flag.right { transform: translateX(calc(-100% + 8px));
    }
    .axis.flagged { height: 3.1rem; }
    .engine { position: relative; padding: .8rem 0 .9rem; border-bottom: 1px solid var(--line); }
    .engine:last-of-type { border-bottom: 0; padding-bottom: 0; }
    .engine header {
      display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; margin-bottom: .3rem;
      position: relative; z-index: 1;
    }
    .engine header > * { background: var(--panel); }
    .badge {
      font-size: .8rem; padding: 0 .5rem; border-radius: 99px; color: var(--bad); border: 1px solid currentColor;
    }
    .overlay { position: absolute; left: var(--gutter); right: 0; top: 0; bottom: 0; pointer-events: none; }
    .overlay i { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--grid); }
    .overlay i.divergence { border-left: 2px dashed var(--bad); margin-left: -1px; }
    .overlay i.cursor { border-left: 1px solid var(--accent); }
    .lane { position: relative; min-height: 24px; }
    .lane-name {
      position: absolute; left: 0; top: 0; width: calc(var(--gutter) - .6rem); height: 24px; line-height: 24px;
      font-size: .83rem; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
    }
    .room { position: absolute; left: var(--gutter); right: 0; top: 0; bottom: 0; }
    .item { position: absolute; border: 0; padding: 0; margin: 0; background: none; cursor: pointer; }
    .mark { width: 16px; height: 20px; margin-left: -8px; display: block; color: var(--accent); }
    .mark svg { position: absolute; left: 1px; top: 3px; width: 14px; height: 14px; overflow: visible; }
    .mark.user { color: var(--ink); }
    .mark.dropped { color: var(--bad); }
    .mark .say {
      position: absolute; left: 19px; top: 0; max-width: 12rem; overflow: hidden; text-overflow: ellipsis;
      line-height: 20px; font-size: .8rem; white-space: nowrap; color: var(--ink);
    }
    .mark .say.before { left: auto; right: 19px; }
    .mark.effect .say, .mark.emitted .say { color: var(--muted); }
    .crowded .say { display: none; }
    .mark .reach {
      position: absolute; left: 8px; top: 17px; height: 3px; border-radius: 2px; background: currentColor;
      opacity: .6;
    }
    .shot { width: 10px; height: 20px; margin-left: -5px; }
    .shot::before {
      content: ""; display: block; width: 6px; height: 14px; margin: 3px 2px; border-radius: 2px;
      border: 1.5px solid var(--muted); background: var(--panel);
    }
    .bar {
      height: 20px; display: flex; align-items: stretch; min-width: 8px; color: var(--on-bar); font-size: .78rem;
      line-height: 20px; text-align: left;
    }
    .bar .run {
      flex: 1 1 0; min-width: 6px; display: flex; overflow: hidden; border-radius: 4px; background-color: var(--tone);
      padding: 0 .3rem; gap: .3rem; white-space: nowrap; border: 1px solid var(--tone);
    }
    .bar .run b {
      font-weight: 550; overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto;
      text-shadow: 0 0 3px var(--tone), 0 0 3px var(--tone);
    }
    .bar.narrow .run { padding: 0; justify-content: center; }
    .bar.narrow .run b { display: none; }
    .bar .icon { flex: none; width: 12px; height: 18px; margin-left: auto; overflow: visible; }
    .bar.narrow .icon { margin: 0; }
    .bar.tiny .icon { display: none; }
    .bar .wait {
      flex: none; border: 1px dashed var(--tone); border-right: 0; border-radius: 4px 0 0 4px;
      background: color-mix(in srgb, var(--tone) 22%, transparent);
    }
    .bar .wait + .run { border-radius: 0 4px 4px 0; }
    .bar .drain {
      flex: none; align-self: center; height: 4px;
      background: repeating-linear-gradient(90deg, var(--tone) 0 3px, transparent 3px 6px);
    }
    .bar.finished { --tone: var(--finished); }
    .bar.running { --tone: var(--running); }
    .bar.failed { --tone: var(--failed); }
    .bar.cancelled { --tone: var(--cancelled); }
    .bar.replaced { --tone: var(--replaced); }
    .bar.refused { --tone: var(--refused); }
    .bar.running .run {
      border-radius: 4px 0 0 4px; border-right: 0;
      background-image: linear-gradient(90deg, transparent 60%, var(--panel));
    }
    .bar.failed .run { 
      background-image: repeating-linear-gradient(45deg, var(--pattern) 0 1.5px, transparent 1.5px 6px),
        repeating-linear-gradient(-45deg, var(--pattern) 0 1.5px, transparent 1.5px 6px);
    }
    .bar.cancelled .run {
      background-image: repeating-linear-gradient(45deg, var(--pattern) 0 3px, transparent 3px 8px);
    }
    .bar.replaced .run {
      background-image: repeating-linear-gradient(-45deg, var(--pattern) 0 3px, transparent 3px 8px);
    }
    .bar.refused .run { background: none; border-style: dotted; border-width: 2px; color: var(--tone); }
    .bar.refused .icon { height: 16px; }
    .bar.never .run { flex: 0 0 16px; padding: 0; justify-content: center; }
    .bar.never .run b { display: none; }
    .item:hover { filter: brightness(1.08); }
    .item:focus-visible { outline-offset: 1px; z-index: 3; }
    .item.selected { z-index: 3; }
    .bar.selected, .mark.selected, .shot.selected {
      box-shadow: 0 0 0 2px var(--panel), 0 0 0 4px var(--accent); border-radius: 4px;
    }
    .item.related { box-shadow: 0 0 0 2px var(--panel), 0 0 0 3px var(--ink); border-radius: 4px; z-index: 2; }

    #details { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
    #details h2 { margin-bottom: .2rem; overflow-wrap: anywhere; }
    #details dl {
      display: grid; grid-template-columns: auto 1fr; gap: .2rem .9rem; margin: .8rem 0 0; font-size: .9rem;
    }
    #details dt { color: var(--muted); }
    #details dd { margin: 0; overflow-wrap: anywhere; }
    #details h3 { margin-top: 1.1rem; font-size: .9rem; }
    #details dl.screen { margin-top: .3rem; }
    #details .differs { grid-column: 1 / -1; color: var(--bad); font-size: .85rem; }

    @media (max-width: 1100px) {
      .layout { grid-template-columns: minmax(0, 1fr); gap: 0; }
      #details {
        top: auto; bottom: 0; z-index: 6; max-height: 40vh; margin: 1.5rem -.75rem 0; border-radius: 12px 12px 0 0;
        box-shadow: 0 -6px 20px rgb(0 0 0 / .13); padding: .8rem 1rem 1rem;
      }
      #details dl { margin-top: .45rem; }
    }
    @media (max-width: 640px) {
      :root { --gutter: 0px; }
      .page { padding: 1.1rem .75rem 0; }
      h1 { font-size: 1.3rem; }
      .card { padding: .9rem .8rem 1rem; }
      .lane { padding-top: 17px; }
      .lane-name { width: 100%; height: 17px; line-height: 17px; font-size: .75rem; }
      .lane-name span { background: var(--panel); position: relative; z-index: 1; padding-right: .3rem; }
      .room { top: 17px; }
      .only-wide { display: none; }
    }
    @media print { #details { display: none; } .layout { display: block; } .axis { position: static; } }
    """#
}
