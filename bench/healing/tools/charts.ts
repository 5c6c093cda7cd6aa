import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const HARVEST = `<h1>Harvest</h1><form><label>Year <select><option>2025</option><option>2026</option></select></label>
<label><input type="checkbox"> Only herbs</label> <button type="button">Show</button></form>
<div id="harvest"></div><p><a href="/harvest/table">As a table</a> <a href="/harvest.csv">Download</a></p>`

const plot = {
  'harvest.html': writePage(
    { scripts: ['plotly.js-basic-dist/plotly-basic.js'] },
    HARVEST,
    `Plotly.newPlot('harvest', [
  { type: 'scatter', name: 'Mint', x: [1, 2, 3], y: [4, 7, 2] },
  { type: 'scatter', name: 'Kale', x: [1, 2, 3], y: [2, 3, 6] },
], {}, { displayModeBar: true, displaylogo: true })`,
  ),
}

/** Charts with buttons at them, whose icons were drawn again. */
export const charts: Template[] = [
  {
    name: 'plotly.js-basic-dist',
    versions: ['1.39.1', '4.1.1'],
    isHeldOut: false,
    pages: [['harvest.html', 'harvest.html']],
    shown: { pages: [plot, plot], classes: 'plotlyjsicon', attributes: ['data-attr', 'data-val'] },
    marked: {
      'harvest.html': {
        picture: ['[data-title="Download plot as a png"]', '[aria-label="Download plot as a PNG"]'],
        ...both(['zoom', 'pan', 'select', 'lasso'], (mode) => `[data-attr=dragmode][data-val=${mode}]`),
        ...both(['in', 'out', 'auto', 'reset'], (way) => `[data-attr=zoom][data-val=${way}]`),
        plotly: kept('.plotlyjsicon'),
        ...both(['As a table', 'Download'], (name) => `main a >> ${name}`),
        show: kept('form button'),
        year: kept('form select'),
        ...gone({
          spikes: '[data-attr=_cartesianSpikesEnabled]',
          'show closest': '[data-attr=hovermode][data-val=closest]',
          compare: '[data-attr=hovermode][data-val=x]',
        }),
      },
    },
  },
]
