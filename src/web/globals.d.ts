/** When this build was made, ISO 8601; set by the bundler. */
declare const __BUILD_TIME__: string;
/** The version of this Pick'em; set by the bundler. */
declare const __VERSION__: string;
