/** A page of an application that has a component in it. */
export const writePage = (
  { styles = [], scripts = [] }: { styles?: string[]; scripts?: string[] },
  content: string,
  script = '',
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title>
${styles.map((each) => `<link rel="stylesheet" href="/${each}">`).join('\n')}</head>
<body><header><a href="/" class="brand">Garden</a><nav><a href="/beds">Beds</a> <a href="/seeds">Seeds</a></nav></header>
<main>${content}</main>
${scripts.map((each) => `<script src="/${each}"></script>`).join('\n')}
<script>${script}</script></body></html>`
