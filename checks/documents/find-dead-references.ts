import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// The folders in which a path of a page may start: `inbound/accept-messages.ts` is a file of the alias service.
const starts = ['.', 'apps', 'apps/*', 'apps/*/{src,server}', 'packages', 'packages/*', 'packages/*/src']

/**
 * Finds the links and paths of pages that do not exist.
 *
 * @param pages whose links are followed, as paths from `root`; a link to another site is not
 * @param maps the pages in which every path between backticks has to exist too
 */
export function findDeadReferences(root: string, pages: string[], maps: string[]): string[] {
  const folders = starts.flatMap((start) => (start === '.' ? [root] : globSync(start, { cwd: root })))
  const isThere = (named: string) => folders.some((folder) => existsSync(path.resolve(root, folder, named)))
  return pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8')
    const links = listLinks(text).filter((link) => !leads(path.join(root, page), link))
    const paths = maps.includes(page) ? listPaths(text).filter((named) => !isThere(named)) : []
    return [...links, ...paths].map((dead) => `${page}: ${dead} is not there`)
  })
}

const listLinks = (text: string) =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link]) => (/^[a-z]+:/.test(link!) ? [] : [link!]))

/** The texts between backticks that can only be a file or a folder. */
const listPaths = (text: string) =>
  [...text.matchAll(/`([\w@.-]+\/[\w@./-]*)`/g)].flatMap(([, named]) =>
    /(\/|\.(ts|tsx|sql|py|md|json|ya?ml))$/.test(named!) ? [named!] : [],
  )

function leads(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.resolve(path.dirname(page), file)
  if (!existsSync(target)) return false
  if (anchor === undefined || !target.endsWith('.md')) return true
  return listAnchors(readFileSync(target, 'utf8')).includes(anchor)
}

/** The anchors that GitHub generates from headings. */
function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
