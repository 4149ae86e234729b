// How hard a puzzle is: rating, level, and which techniques it takes.

import type { App } from "./app";
import { askJson, isAbort, LATE, Latest } from "./ask";
import { h } from "./dom";
import type { Graded } from "./generated/answers";
import type { Or } from "./puzzle";

export function makeGrade(app: App): { readonly element: HTMLElement; run(): Promise<void> } {
  const asking = new Latest();
  const body = h("div", { class: "grade", role: "status" });
  const run = async () => {
    body.replaceChildren(h("p", {}, "Grading …"));
    try {
      show(await askJson<Or<Graded>>({ ask: "grade", text: app.text }, { signal: asking.next() }));
    } catch (problem) {
      if (!isAbort(problem)) body.replaceChildren(h("p", {}, problem instanceof Error ? problem.message : String(problem)));
    }
  };
  const show = (grade: Or<Graded>) => {
    if (grade.rating === undefined) {
      const words = grade.status === "none" ? "It has no solution." : grade.status === "multiple" ? "It has several solutions." : (grade.error ?? (grade.late === true || grade.stopped !== undefined ? LATE : "It cannot be graded."));
      body.replaceChildren(h("p", {}, words));
      return;
    }
    const fact = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    const rows = (grade.census ?? []).map(([technique, times]) => h("tr", {}, h("th", { scope: "row" }, technique), h("td", {}, String(times))));
    body.replaceChildren(
      h("dl", { class: "facts" }, fact("Rating", grade.rating.toFixed(1)), fact("Level", grade.level ?? ""), fact("Score", String(grade.score ?? "")), fact("Hardest", grade.hardest ?? "")),
      h("table", {}, h("tbody", {}, ...rows)),
    );
  };
  app.on("text", () => {
    asking.stop();
    body.replaceChildren();
  });
  return { element: h("details", { class: "fold", open: true }, h("summary", {}, "Grade"), body), run };
}
