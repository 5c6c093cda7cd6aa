export interface Statement {
  /** As it is run, without the semicolon. */
  text: string
  /** The comments before it, `--` included. */
  comments: string[]
}

// What may hold a semicolon that ends nothing: comments, strings, quoted names and dollar-quoted bodies.
const tokens = /(--[^\n]*)|(\/\*[^]*?\*\/)|('(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\4\$)|(;)|([^])/g

/** The statements of a file of SQL. Comments inside of a statement are left out of it. */
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
    // As SQL has it, a comment is a blank.
    else text += block === undefined ? token : ' '
  }
  end()
  return statements
}
