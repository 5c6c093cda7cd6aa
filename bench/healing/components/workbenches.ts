import type { Template } from '../template.ts'
import { writePage } from '../write-page.ts'

const editor = `React.createElement(GraphiQL, { fetcher: async () => ({ data: {} }), query: '{ beds }', schema: null })`

const writeQueryPage = (show: string) => ({
  'query.html': writePage(
    {
      styles: ['graphiql/graphiql.css'],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'graphiql/graphiql.min.js',
      ],
    },
    '<div id="query" style="height: 600px"></div>',
    show,
  ),
})

export const workbenches: Template[] = [
  {
    name: 'graphiql',
    versions: ['0.17.5', '3.8.3'],
    isHeldOut: false,
    pages: [['query.html', 'query.html']],
    shown: {
      beside: [
        ['react@16.14.0', 'react-dom@16.14.0', 'graphql@14.7.0'],
        ['react@18.3.1', 'react-dom@18.3.1', 'graphql@16.9.0'],
      ],
      pages: [
        writeQueryPage(`ReactDOM.render(${editor}, document.querySelector('#query'))`),
        writeQueryPage(`ReactDOM.createRoot(document.querySelector('#query')).render(${editor})`),
      ],
      classes: 'graphiql-execute-button|docExplorerShow|execute-button',
    },
    marked: {
      'query.html': {
        execute: ['.execute-button', '.graphiql-execute-button'],
        prettify: ['[title^="Prettify"]', '[aria-label^="Prettify"]'],
        merge: ['[title^="Merge"]', '[aria-label^="Merge"]'],
        copy: ['[title^="Copy"]', '[aria-label^="Copy"]'],
        history: ['[title="Show History"]', '[aria-label="Show History"]'],
        docs: ['[aria-label="Open Documentation Explorer"]', '[aria-label="Show Documentation Explorer"]'],
      },
    },
  },
]
