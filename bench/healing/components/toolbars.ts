import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { holdLoad } from '../hold-load.ts'
import { writePage } from '../write-page.ts'

const AREA = '<h1>New post</h1><textarea id="post">The first bed is ready.</textarea><button>Publish</button>'

const command = (name: string) => `button[data-command=${name}]`

const icon = (name: string) => `.w-e-menu:has(.w-e-icon-${name})`

const menu = (key: string) => `[data-menu-key=${key}]`

const writeNote = (style: string, options: string) =>
  writePage(
    { styles: [style], scripts: ['vditor/dist/index.min.js'] },
    '<h1>Note</h1><div id="note"></div>',
    `new Vditor('note', { lang: 'en_US', cdn: '/vditor', height: 400, upload: { url: '/pictures' }, ${options} }); ${holdLoad(`document.querySelector('.vditor-toolbar button svg')`)}`,
  )

/** Editors of texts whose toolbars are in another order, and partly icons without names. */
export const toolbars: Template[] = [
  {
    name: 'jodit',
    versions: ['2.5.62', '4.15.13'],
    isHeldOut: false,
    pages: [['post.html', 'post.html']],
    shown: {
      pages: [
        {
          'post.html': writePage(
            { styles: ['jodit/jodit.min.css'], scripts: ['jodit/jodit.min.js'] },
            AREA,
            `new Jodit('#post', { height: 400 })`,
          ),
        },
        {
          'post.html': writePage(
            { styles: ['jodit/es2021/jodit.min.css'], scripts: ['jodit/es2021/jodit.min.js'] },
            AREA,
            `Jodit.make('#post', { height: 400 })`,
          ),
        },
      ],
      classes: 'jodit[_-]icon_.*|jodit_toolbar_btn-.*|jodit-toolbar-button_(?!_).*',
      attributes: ['data-ref', 'ref'],
    },
    marked: {
      'post.html': {
        ...Object.fromEntries(
          'source,bold,italic,ul,ol,font,fontsize,brush,paragraph,image,video,table,link,undo,redo,hr,eraser,fullsize,about'
            .split(',')
            .map((what) => [
              what,
              [
                `a:has(.jodit_icon_${what})`,
                `[data-ref=${what}] .jodit-toolbar-button__button, .jodit-toolbar-button__button:has(.jodit-icon_${what})`,
              ],
            ]),
        ),
        text: ['.jodit_editor', '.jodit-wysiwyg'],
        ...gone({
          center: 'a:has(.jodit_icon_center)',
          right: 'a:has(.jodit_icon_right)',
          justify: 'a:has(.jodit_icon_justify)',
        }),
      },
    },
  },
  {
    name: 'suneditor',
    versions: ['2.9.5', '3.3.3'],
    isHeldOut: false,
    pages: [['post.html', 'post.html']],
    shown: {
      pages: [
        {
          'post.html': writePage(
            {
              styles: ['suneditor/dist/css/suneditor.min.css'],
              scripts: ['suneditor/dist/suneditor.min.js'],
            },
            AREA,
            `SUNEDITOR.create('post', { width: '100%', height: 300, buttonList: [['undo', 'redo'], ['font', 'fontSize', 'formatBlock'], ['bold', 'underline', 'italic', 'strike', 'subscript', 'superscript'], ['fontColor', 'hiliteColor'], ['removeFormat'], ['outdent', 'indent'], ['align', 'horizontalRule', 'list', 'table'], ['link', 'image', 'video'], ['fullScreen', 'showBlocks', 'codeView'], ['preview', 'print']] })`,
          ),
        },
        {
          'post.html': writePage(
            { styles: ['suneditor/dist/suneditor.min.css'], scripts: ['suneditor/dist/suneditor.min.js'] },
            AREA,
            `SUNEDITOR.create(document.querySelector('#post'), { plugins: SUNEDITOR.plugins, width: '100%', height: 300, buttonList: [['blockStyle', 'font', 'fontSize'], ['bold', 'italic', 'underline', 'strike'], ['fontColor', 'backgroundColor', 'removeFormat'], ['align', 'list_bulleted', 'list_numbered', 'outdent', 'indent'], ['link', 'image', 'video', 'table', 'hr'], ['undo', 'redo'], ['finder', 'codeView', 'fullScreen']] })`,
          ),
        },
      ],
      classes: 'sun-editor-id-.*|btn_(?!editor).*|icon-.*|se-icon-.*',
      attributes: ['data-command', 'data-display', 'data-type'],
    },
    marked: {
      'post.html': {
        ...both(
          'undo,redo,font,bold,underline,italic,removeFormat,outdent,indent,align,link,image,video,table,fullScreen,codeView,fontColor'.split(
            ',',
          ),
          command,
        ),
        format: [command('formatBlock'), command('blockStyle')],
        strike: [command('strikethrough'), command('strike')],
        background: [command('hiliteColor'), command('backgroundColor')],
        line: [command('horizontalRule'), command('hr')],
        text: kept('[contenteditable]'),
        ...gone({
          subscript: command('subscript'),
          superscript: command('superscript'),
          blocks: command('showBlocks'),
          preview: command('preview'),
          print: command('print'),
        }),
      },
    },
  },
  {
    name: 'vditor',
    versions: ['1.10.11', '3.11.3'],
    isHeldOut: false,
    pages: [['note.html', 'note.html']],
    shown: {
      pages: [
        { 'note.html': writeNote('vditor/dist/index.classic.css', 'cache: false') },
        { 'note.html': writeNote('vditor/dist/index.css', 'cache: { enable: false }') },
      ],
      classes: '(?!)',
      attributes: ['data-type'],
    },
    marked: {
      'note.html': {
        ...both(
          'emoji,headings,bold,italic,strike,line,quote,list,ordered-list,check,code,inline-code,undo,redo,link,table,record,fullscreen'.split(
            ',',
          ),
          (type) => `button[data-type=${type}]`,
        ),
        upload: kept('input[multiple]'),
        ...gone(
          Object.fromEntries(
            ['both', 'preview', 'format', 'devtools', 'info', 'help'].map((type) => [
              type,
              `button[data-type=${type}]`,
            ]),
          ),
        ),
      },
    },
  },
  {
    name: 'wangeditor',
    renamedTo: '@wangeditor/editor',
    versions: ['3.1.1', '5.1.23'],
    isHeldOut: false,
    pages: [['post.html', 'post.html']],
    shown: {
      pages: [
        {
          'post.html': writePage(
            { scripts: ['wangeditor/release/wangEditor.js'] },
            '<h1>New post</h1><div id="post"><p>The first bed is ready.</p></div><button>Publish</button>',
            `new wangEditor('#post').create()`,
          ),
        },
        {
          'post.html': writePage(
            {
              styles: ['@wangeditor/editor/dist/css/style.css'],
              scripts: ['@wangeditor/editor/dist/index.js'],
            },
            '<h1>New post</h1><div id="toolbar"></div><div id="post" style="height: 300px"></div><button>Publish</button>',
            `const editor = wangEditor.createEditor({ selector: '#post', html: '<p>The first bed is ready.</p>' }); wangEditor.createToolbar({ editor, selector: '#toolbar' })`,
          ),
        },
      ],
      classes: 'w-e-icon-.*',
      attributes: ['data-menu-key'],
    },
    marked: {
      'post.html': {
        heading: [icon('header'), menu('headerSelect')],
        bold: [icon('bold'), menu('bold')],
        size: [icon('text-heigh'), menu('fontSize')],
        font: [icon('font'), menu('fontFamily')],
        italic: [icon('italic'), menu('italic')],
        underline: [icon('underline'), menu('underline')],
        strike: [icon('strikethrough'), undefined],
        colour: [icon('pencil2'), menu('color')],
        background: [icon('paint-brush'), menu('bgColor')],
        link: [icon('link'), menu('insertLink')],
        align: [icon('paragraph-left'), menu('group-justify')],
        quote: [icon('quotes-left'), menu('blockquote')],
        smile: [icon('happy'), menu('emotion')],
        image: [icon('image'), menu('group-image')],
        table: [icon('table2'), menu('insertTable')],
        video: [icon('play'), menu('group-video')],
        code: [icon('terminal'), menu('codeBlock')],
        undo: [icon('undo'), menu('undo')],
        redo: [icon('redo'), menu('redo')],
      },
    },
  },
]
