// Finds statements that lock or write rows among the exports of an entry file.
const writingStatement = /\b(?:lock|claim|insert|upsert|replace|update|mark|delete)[A-Z]\w*/g

/** The names of statements that lock or write rows, among the exports of an entry file from stores. */
export const findExportedWrites = (text: string): string[] =>
  Array.from(text.matchAll(/^export \{([^}]*)\} from '[^']*\bstore\.ts'/gm), ([, names = '']) =>
    Array.from(names.matchAll(writingStatement), ([name]) => name),
  ).flat()
