import type { Template } from '../template.ts'
import { both } from '../marks.ts'
import { writePage } from '../write-page.ts'

const film = (style: string, script: string) =>
  writePage(
    { styles: [style], scripts: [script] },
    '<h1>How we sow</h1><video id="film" class="video-js" controls width="640" height="360"><track kind="captions" label="English" srclang="en" src="/film.vtt"></video>',
    `videojs('film', { playbackRates: [1, 2], inactivityTimeout: 0 }).addClass('vjs-has-started')`,
  )

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
  {
    name: 'photoswipe',
    versions: ['4.1.3', '5.4.4'],
    isHeldOut: false,
    pages: [['photos.html', 'photos.html']],
    shown: {
      pages: [
        {
          'photos.html': writePage(
            {
              styles: ['photoswipe/dist/photoswipe.css', 'photoswipe/dist/default-skin/default-skin.css'],
              scripts: ['photoswipe/dist/photoswipe.js', 'photoswipe/dist/photoswipe-ui-default.js'],
            },
            `<h1>Beds</h1><div class="pswp" tabindex="-1" role="dialog"><div class="pswp__bg"></div><div class="pswp__scroll-wrap">
<div class="pswp__container"><div class="pswp__item"></div><div class="pswp__item"></div><div class="pswp__item"></div></div>
<div class="pswp__ui"><div class="pswp__top-bar"><div class="pswp__counter"></div>
<button class="pswp__button pswp__button--close" title="Close (Esc)"></button><button class="pswp__button pswp__button--share" title="Share"></button>
<button class="pswp__button pswp__button--fs" title="Toggle fullscreen"></button><button class="pswp__button pswp__button--zoom" title="Zoom in/out"></button><div class="pswp__preloader"></div></div>
<div class="pswp__share-modal pswp__share-modal--hidden"><div class="pswp__share-tooltip"></div></div>
<div class="pswp__caption"><div class="pswp__caption__center"></div></div>
<button class="pswp__button pswp__button--arrow--left" title="Previous (arrow left)"></button>
<button class="pswp__button pswp__button--arrow--right" title="Next (arrow right)"></button></div></div></div>`,
            `new PhotoSwipe(document.querySelector('.pswp'), PhotoSwipeUI_Default, [1, 2, 3].map((number) => ({ src: '/' + number + '.jpg', w: 1600, h: 900 })), { index: 1, timeToIdle: 0 }).init()`,
          ),
        },
        {
          'photos.html': writePage(
            {
              styles: ['photoswipe/dist/photoswipe.css'],
              scripts: ['photoswipe/dist/umd/photoswipe.umd.min.js'],
            },
            '<h1>Beds</h1>',
            `new PhotoSwipe({ dataSource: [1, 2, 3].map((number) => ({ src: '/' + number + '.jpg', width: 1600, height: 900 })), index: 1 }).init()`,
          ),
        },
      ],
      classes: 'pswp__button--.*',
    },
    marked: {
      'photos.html': {
        ...both(['close', 'zoom'], (what) => `.pswp__button--${what}`),
        share: ['.pswp__button--share', undefined],
        previous: ['.pswp__button--arrow--left', '.pswp__button--arrow--prev'],
        next: ['.pswp__button--arrow--right', '.pswp__button--arrow--next'],
      },
    },
  },
  {
    name: 'video.js',
    versions: ['5.20.5', '8.23.9'],
    isHeldOut: false,
    pages: [['film.html', 'film.html']],
    shown: {
      pages: [
        { 'film.html': film('video.js/dist/video-js.css', 'video.js/dist/video.js') },
        { 'film.html': film('video.js/dist/video-js.css', 'video.js/dist/video.js') },
      ],
      classes: 'vjs-.*-(?:control|button)|vjs-playback-rate',
    },
    marked: {
      'film.html': {
        ...both(['play-control', 'fullscreen-control', 'playback-rate'], (what) => `.vjs-${what}`),
        captions: ['.vjs-captions-button', '.vjs-subs-caps-button'],
        mute: ['.vjs-volume-menu-button', '.vjs-mute-control'],
        progress: ['.vjs-progress-holder', '.vjs-progress-holder'],
        loudness: ['.vjs-volume-bar', undefined],
      },
    },
  },
]
