import type { Template } from '../template.ts'
import { gone } from '../marks.ts'
import { holdLoad } from '../hold-load.ts'
import { writePage } from '../write-page.ts'

const FILM = `<h1>How we sow</h1><video id="film" width="640" height="360" controls preload="none">
<source src="/film.mp4" type="video/mp4"><source src="/film.webm" type="video/webm">
<track kind="subtitles" label="English" srclang="en" src="/film.vtt"><track kind="subtitles" label="Deutsch" srclang="de" src="/film-de.vtt"></video>
<h2>More films</h2><ul><li><a href="/films/beds">Beds</a></li><li><a href="/films/water">Water</a></li></ul>`

const FEATURES = `['playpause', 'stop', 'skipback', 'current', 'progress', 'duration', 'tracks', 'volume', 'sourcechooser', 'speed', 'fullscreen']`

export const filmPlayers: Template[] = [
  {
    name: 'mediaelement',
    versions: ['2.23.5', '7.1.0'],
    isHeldOut: false,
    pages: [['film.html', 'film.html']],
    shown: {
      pages: [
        {
          'film.html': writePage(
            {
              styles: ['mediaelement/build/mediaelementplayer.css'],
              scripts: ['mediaelement/build/jquery.js', 'mediaelement/build/mediaelement-and-player.js'],
            },
            FILM,
            `$('#film').mediaelementplayer({ features: ${FEATURES}, alwaysShowControls: true }); ${holdLoad(`document.querySelector('.mejs-controls button')`)}`,
          ),
          'film.vtt': 'WEBVTT',
          'film-de.vtt': 'WEBVTT',
        },
        {
          'film.html': writePage(
            {
              styles: ['mediaelement/build/mediaelementplayer.css'],
              scripts: ['mediaelement/build/mediaelement-and-player.js'],
            },
            FILM,
            `new MediaElementPlayer('film', { features: ${FEATURES}, alwaysShowControls: true, iconSprite: '/mediaelement/build/mejs-controls.svg' }); ${holdLoad(`document.querySelector('.mejs__controls button')`)}`,
          ),
          'film.vtt': 'WEBVTT',
          'film-de.vtt': 'WEBVTT',
        },
      ],
      classes: 'mejs-(?!controls$).*|mejs__(?!controls$).*',
    },
    marked: {
      'film.html': {
        'play on the picture': ['.mejs-overlay-button', '.mejs__overlay-button'],
        play: ['.mejs-playpause-button button', '.mejs__playpause-button button'],
        subtitles: ['.mejs-captions-button > button', '.mejs__captions-button > button'],
        mute: ['.mejs-volume-button button', '.mejs__volume-button button'],
        'full screen': ['.mejs-fullscreen-button button', '.mejs__fullscreen-button button'],
        ...gone({
          stop: '.mejs-stop-button button',
          back: '.mejs-skip-back-button button',
          source: '.mejs-sourcechooser-button > button',
          speed: '.mejs-speed-button > button',
        }),
      },
    },
  },
]
