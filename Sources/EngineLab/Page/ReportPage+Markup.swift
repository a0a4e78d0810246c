extension ReportPage {
  /// What the script fills.
  static let markup = #"""
    <div class="page">
      <header>
        <h1 id="title"></h1>
        <p id="setting" class="muted"></p>
      </header>
      <noscript><p>A script in this file draws the report. Allow it to run, or read the numbers with
        <code>engine-lab compare FILE</code>.</p></noscript>
      <div id="verdict" class="verdict" role="status"></div>
      <div class="layout">
        <main>
          <section class="card" aria-labelledby="totals-title">
            <h2 id="totals-title">Totals</h2>
            <div class="scroll" role="region" aria-labelledby="totals-title" tabindex="0">
              <table id="totals"></table>
            </div>
            <p class="hint">After the actions, the numbers are of effects; dropped ones are actions and effects.
              Jobs are the pieces of work that effects ran in, real time is what playing took on this machine.</p>
          </section>
          <section class="card" aria-labelledby="timelines-title">
            <h2 id="timelines-title">Timelines</h2>
            <ul id="legend" class="legend" aria-label="Legend"></ul>
            <p class="hint">Point at something or tap it for its details. Tab goes to a timeline, the left and right
              arrow keys go along it, up and down to another engine.</p>
            <div class="timelines">
              <div id="axis" class="axis" aria-hidden="true"></div>
              <div id="engines"></div>
            </div>
          </section>
          <section class="card" aria-labelledby="final-title">
            <h2 id="final-title">Final states</h2>
            <div class="scroll" role="region" aria-labelledby="final-title" tabindex="0">
              <table id="final" class="text"></table>
            </div>
            <div id="lists" class="lists"></div>
          </section>
        </main>
        <aside id="details" class="card" aria-label="Details" role="region" tabindex="0">
          <h2>Details</h2>
          <p class="muted">Point at something in a timeline, or go there with the Tab key.</p>
        </aside>
      </div>
    </div>
    """#
}
