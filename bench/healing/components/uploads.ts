import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const writeUpload = (style: string, script: string, show: string) => ({
  'photos.html': writePage(
    { styles: [style], scripts: [script] },
    '<h1>Photos of the beds</h1><div id="photos"></div>',
    show,
  ),
  'chosen.html': writePage(
    { styles: [style], scripts: [script] },
    '<h1>Photos of the beds</h1><div id="photos"></div>',
    show + files,
  ),
})

const files = `;for (const name of ['bed.jpg', 'rose.jpg']) uppy.addFile({ name, type: 'image/jpeg', source: 'local', data: new Blob(['x'], { type: 'image/jpeg' }) })`

const tab = (name: string) => `[role=tab] >> ${name}`

/** What was a row of tabs is on the first page alone in the later version. */
export const uploads: Template[] = [
  {
    name: 'uppy',
    versions: ['0.23.3', '5.2.4'],
    isHeldOut: false,
    pages: [
      ['photos.html', 'photos.html'],
      ['chosen.html', 'chosen.html'],
    ],
    shown: {
      pages: [
        writeUpload(
          'uppy/dist/uppy.css',
          'uppy/dist/uppy.js',
          `const uppy = Uppy.Core({ autoProceed: false }).use(Uppy.Dashboard, { inline: true, target: '#photos', metaFields: [{ id: 'name', name: 'Name' }], note: 'Up to 5 photos' }).use(Uppy.Webcam, { target: Uppy.Dashboard }).use(Uppy.Url, { target: Uppy.Dashboard, host: 'http://localhost' }).use(Uppy.Dropbox, { target: Uppy.Dashboard, host: 'http://localhost' }).use(Uppy.Instagram, { target: Uppy.Dashboard, host: 'http://localhost' }).use(Uppy.GoogleDrive, { target: Uppy.Dashboard, host: 'http://localhost' }).use(Uppy.XHRUpload, { endpoint: '/' }).run(); `,
        ),
        writeUpload(
          'uppy/dist/uppy.css',
          'uppy/dist/uppy.min.js',
          `const uppy = new Uppy.Uppy({ autoProceed: false }).use(Uppy.Dashboard, { inline: true, target: '#photos', metaFields: [{ id: 'name', name: 'Name' }], note: 'Up to 5 photos' }).use(Uppy.Webcam, { target: Uppy.Dashboard }).use(Uppy.Url, { companionUrl: 'http://localhost' }).use(Uppy.Dropbox, { companionUrl: 'http://localhost' }).use(Uppy.Facebook, { companionUrl: 'http://localhost' }).use(Uppy.GoogleDrive, { companionUrl: 'http://localhost' }).use(Uppy.XHRUpload, { endpoint: '/' }); `,
        ),
      ],
      classes:
        'uppy-Dashboard-?Item-(?:edit|remove|action--.*)|uppy-Dashboard-browse|uppy-StatusBar-actionBtn--.*|uppy-DashboardTab-icon.*',
      attributes: ['data-uppy-acquirer-id', 'data-cy'],
    },
    marked: {
      'photos.html': {
        ...both(['My Device', 'Dropbox', 'Google Drive'], tab),
        webcam: [tab('Webcam'), tab('Camera')],
        url: [tab('Url'), tab('Link')],
        browse: kept('.uppy-Dashboard-browse'),
        instagram: [tab('Instagram'), undefined],
      },
      'chosen.html': {
        'edit bed': ['[id*=bed] .uppy-DashboardItem-edit', '[id*=bed] .uppy-Dashboard-Item-action--edit'],
        'edit rose': ['[id*=rose] .uppy-DashboardItem-edit', '[id*=rose] .uppy-Dashboard-Item-action--edit'],
        'remove bed': [
          '[id*=bed] .uppy-DashboardItem-remove',
          '[id*=bed] .uppy-Dashboard-Item-action--remove',
        ],
        'remove rose': [
          '[id*=rose] .uppy-DashboardItem-remove',
          '[id*=rose] .uppy-Dashboard-Item-action--remove',
        ],
        upload: kept('.uppy-StatusBar-actionBtn--upload'),
        ...gone({
          'further webcam': tab('Webcam'),
          'further url': tab('Url'),
          'further dropbox': tab('Dropbox'),
        }),
      },
    },
  },
]
