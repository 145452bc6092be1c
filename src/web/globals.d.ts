/** When this build was made, ISO 8601; set by the bundler. */
declare const __BUILD_TIME__: string;

/** The files that each path needs beside the first ones; set by the bundler. */
declare const __SCREEN_FILES__: Readonly<Record<string, readonly string[]>>;
