export interface Statement {
  /** The SQL without its semicolon and comments. */
  text: string
  /** The comments before the statement, `--` included. */
  comments: string[]
}

// Tokens that may contain a semicolon that ends no statement: comments, strings, quoted names and dollar-quoted
// bodies.
const tokens = /(--[^\n]*)|(\/\*[^]*?\*\/)|('(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\4\$)|(;)|([^])/g

/** Splits a SQL file into statements. Comments inside a statement are removed from it. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let text = ''
  let comments: string[] = []
  const end = (): void => {
    if (text.trim()) {
      statements.push({ text: text.trim(), comments })
      comments = []
    }
    text = ''
  }
  for (const [token, line, block, , , semicolon] of sql.matchAll(tokens)) {
    if (line !== undefined) comments.push(line)
    else if (semicolon !== undefined) end()
    // In SQL, a comment counts as white space.
    else text += block === undefined ? token : ' '
  }
  end()
  return statements
}
