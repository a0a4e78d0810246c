// The start: a report shows itself, the page of an app asks that.

const page = new InspectorPage(report);

if (report) {
  showHeader();
  showVerdict();
  showTotals();
  showLegend();
  showFinalStates();
  page.show(Object.assign(sourceOfReport(report), { isOfReport: true }));
  showTimelines();
} else {
  const token = takeToken();
  if (token) page.show(new LiveSource(token));
  else {
    page.show(new KeptSource('Inspector', [], []));
    page.refuse('This address lacks its token. Open the whole one that the app has printed, with all that follows the #.');
  }
  page.poll();
}
