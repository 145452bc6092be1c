/** One cartoon: its name in the file, what it shows in a sentence, its parts from back to front. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly draw: () => readonly string[];
}
