/** Holds the place of the door until it can be opened. */
export function Preparing() {
  return (
    <div className="panel grid min-h-90 place-items-center p-6 font-display text-xl">
      <p role="status" className="lamp">
        Preparing your experience...
      </p>
    </div>
  );
}
