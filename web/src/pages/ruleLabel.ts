/** What a rule's label leaves out for people at a table: notes in brackets on where a rule is from. */
const SOURCES = /\s*\((?:[^()]*(?:section|thesis|report|secțiun|tez[aă]|raport|بخش|پایان‌نامه|گزارش)[^()]*)\)/giu;

/** Without such notes. */
export function plainRule(text: string): string {
  return text.replace(SOURCES, "");
}
