import type { Template } from '../template.ts'
import { kept } from '../marks.ts'
import { holdLoad } from '../hold-load.ts'

const folder = 'pdfjs-dist-viewer-min/build/minified/web/'

const file = `${folder}guide.html?file=/guide.pdf`

/** The package's own page, with its bars open. */
const reader = `<!doctype html><script>
const request = new XMLHttpRequest()
request.open('GET', 'viewer.html', false)
request.send()
document.write(request.responseText)
${holdLoad(
  'window.PDFViewerApplication?.initialized && PDFViewerApplication.pagesCount === 2',
  `['sidebarToggle', 'viewFind', 'secondaryToolbarToggle'].forEach((bar) => document.getElementById(bar).click())`,
)}
</script>`

/** A document of two empty pages. */
const guide = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 500]>> endobj
4 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 500]>> endobj
trailer <</Root 1 0 R>>
%%EOF`

const pages = { [`${folder}guide.html`]: reader, 'guide.pdf': guide }

const ELEMENTS =
  'viewThumbnail,viewOutline,viewAttachments,findInput,findPrevious,findNext,findHighlightAll,findMatchCase,firstPage,lastPage,pageRotateCw,pageRotateCcw,documentProperties,sidebarToggle,viewFind,previous,next,pageNumber,presentationMode,openFile,print,download,viewBookmark,secondaryToolbarToggle,zoomOut,zoomIn,scaleSelect'.split(
    ',',
  )

export const readers: Template[] = [
  {
    name: 'pdfjs-dist-viewer-min',
    versions: ['1.8.188', '3.11.174'],
    isHeldOut: false,
    pages: [[file, file]],
    shown: {
      pages: [pages, pages],
      classes: '(?!)',
      attributes: ['data-l10n-id', 'data-l10n-args'],
    },
    marked: {
      [file]: {
        ...Object.fromEntries(ELEMENTS.map((id) => [id, kept(`#${id}`)])),
        hand: ['#toggleHandTool', '#cursorHandTool'],
      },
    },
  },
]
