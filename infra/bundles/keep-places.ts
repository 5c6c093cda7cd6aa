import path from 'node:path'
import type { Plugin } from 'rolldown'

/**
 * Every module still finds the files beside it: texts, scripts, the entries of child processes.
 *
 * @param directory where the bundle is
 */
export const keepPlaces = (directory: string): Plugin => ({
  name: 'keep-places',
  transform(code, id) {
    if (!/import\.meta\.|__dirname|__filename/.test(code)) return undefined
    const url = `new URL(${JSON.stringify(path.relative(directory, id))}, import.meta.url)`
    const filename = `process.getBuiltinModule('node:url').fileURLToPath(${url})`
    const dirname = `process.getBuiltinModule('node:path').dirname(${filename})`
    const moved = code
      .replaceAll(/\bimport\.meta\.url\b/g, `${url}.href`)
      .replaceAll(/\bimport\.meta\.filename\b/g, filename)
      .replaceAll(/\bimport\.meta\.dirname\b/g, dirname)
    const declare = (name: string, value: string) =>
      code.includes(name) && !new RegExp(`(const|let|var) ${name}\\b`).test(code)
        ? `const ${name} = ${value}; `
        : ''
    // On the first line: the lines stay as they are.
    const places = declare('__filename', filename) + declare('__dirname', dirname)
    return { code: places + moved, map: null }
  },
})
