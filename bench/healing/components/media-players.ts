import type { Template } from '../template.ts'
import { both, writePage } from './write-page.ts'

export const mediaPlayers: Template[] = [
  {
    name: 'plyr',
    versions: ['1.8.7', '3.8.4'],
    isHeldOut: false,
    pages: [['film.html', 'film.html']],
    shown: {
      pages: [
        {
          'film.html': writePage(
            { styles: ['plyr/dist/plyr.css'], scripts: ['plyr/dist/plyr.js'] },
            '<h1>How we sow</h1><video controls><source src="/film.mp4" type="video/mp4"><track kind="captions" label="English" srclang="en" src="/film.vtt" default></video>',
            `plyr.setup({ iconUrl: '/plyr/dist/plyr.svg', controls: ['restart', 'rewind', 'play', 'fast-forward', 'current-time', 'duration', 'mute', 'volume', 'captions', 'fullscreen'] })`,
          ),
        },
        {
          'film.html': writePage(
            { styles: ['plyr/dist/plyr.css'], scripts: ['plyr/dist/plyr.js'] },
            '<h1>How we sow</h1><video id="film" controls><source src="/film.mp4" type="video/mp4"><track kind="captions" label="English" srclang="en" src="/film.vtt" default></video>',
            `new Plyr('#film', { iconUrl: '/plyr/dist/plyr.svg', controls: ['restart', 'rewind', 'play', 'progress', 'current-time', 'mute', 'volume', 'captions', 'settings', 'pip', 'fullscreen'] })`,
          ),
        },
      ],
      classes: '(?!)',
      attributes: ['data-plyr'],
    },
    marked: {
      'film.html': {
        ...both(
          ['restart', 'rewind', 'mute', 'volume', 'captions', 'fullscreen'],
          (what) => `[data-plyr=${what}]`,
        ),
        play: ['[data-plyr=play]', '.plyr__controls [data-plyr=play]'],
        forward: ['[data-plyr=fast-forward]', undefined],
      },
    },
  },
]
