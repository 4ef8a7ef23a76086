/** The names that counted text calls. Apart from what counts it: every process knows them, few measure. */

/** What counts, a hidden global: an array of all counters of a thread, and two calls that give back their second argument: one counts when it is reached, the other where it is neither null nor undefined. */
export const COUNTERS = '$tbc';
export const COUNT_AFTER = '$tbk';
export const COUNT_THERE = '$tbo';
/** Everything the insertions are made of, in the source of a regular expression: the text of a function is shown without them. */
export const COVERAGE_TEXT = String.raw`(?:#\$tbc=|static\{|\.{3}\(|\()?\$tbc\[\d+\]\+\+(?:,\[\]\),?|[,;}])|\{let \$=\$tbc\[\d+\]\+\+\}|\$tb[ko]\(\d+,|\/\*\$c\*\/[(){};]`;
