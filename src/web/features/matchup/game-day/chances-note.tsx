/** What the chances are made of, and what they leave out. */
export function ChancesNote() {
  return (
    <details className="mt-6 text-sm text-ink-soft">
      <summary className="py-3">Chances are estimates: how they are worked out</summary>
      <p className="pb-2">
        Before kick-off a game goes by its line, later by the score, the line and the time left. They leave out who has
        the ball, injuries, weather and everything else, and take games as independent of each other. Ties and pushes
        have no chance of their own. A pick that is sealed or still to be made counts as quick fill would make it.
      </p>
      <p>
        Clinched and Out are no estimates. Clinched: nothing that can still happen takes it away, whatever is sealed.
        Out: no way is left, barring a tie, a push or a game that is called off.
      </p>
    </details>
  );
}
