import type { Template } from '../template.ts'
import { both } from '../marks.ts'
import { writePage } from '../write-page.ts'

const BUTTONS =
  'Undo,Redo,Bold,Italic,Strikethrough,Align left,Align center,Align right,Bullet list,Numbered list,Decrease indent,Increase indent,Insert/edit link,Insert/edit image,Insert/edit media,Source code,Preview,Fullscreen,Find and replace'.split(
    ',',
  )

const tinymce = (options: string) =>
  writePage(
    { scripts: ['tinymce/tinymce.js'] },
    '<h1>New post</h1><textarea id="post">The first bed is ready.</textarea><button>Publish</button>',
    `tinymce.init({ selector: '#post', height: 400, promotion: false, ${options} })`,
  )

export const editors: Template[] = [
  {
    name: 'tinymce',
    versions: ['4.9.11', '6.8.6'],
    isHeldOut: false,
    pages: [['post.html', 'post.html']],
    shown: {
      pages: [
        {
          'post.html': tinymce(
            `plugins: 'link image lists table code fullscreen searchreplace media charmap preview', menubar: true,
             toolbar: 'undo redo | styleselect | bold italic underline strikethrough | alignleft aligncenter alignright | bullist numlist outdent indent | link image media table charmap | code preview fullscreen searchreplace forecolor'`,
          ),
        },
        {
          'post.html': tinymce(
            `plugins: 'link image lists table code fullscreen searchreplace media charmap preview', menubar: true, toolbar_mode: 'wrap',
             toolbar: 'undo redo | blocks | bold italic strikethrough | alignleft aligncenter alignright | bullist numlist outdent indent | link image media table | code preview fullscreen searchreplace'`,
          ),
        },
      ],
      classes: 'mce-i-.*',
    },
    marked: {
      'post.html': {
        ...both(
          ['File', 'Edit', 'View', 'Insert', 'Format', 'Tools', 'Table'],
          (what) => `[role=menuitem] >> ${what}`,
        ),
        ...both(BUTTONS, (what) => `[aria-label="${what}"]`),
        table: ['[role=button][aria-label=Table]', 'button[aria-label=Table]'],
        underline: ['[aria-label=Underline]', undefined],
        characters: ['[aria-label="Special character"]', undefined],
      },
    },
  },
  {
    name: 'simplemde',
    renamedTo: 'easymde',
    versions: ['1.11.2', '2.20.0'],
    isHeldOut: false,
    pages: [['note.html', 'note.html']],
    shown: {
      beside: [['font-awesome@4.7.0'], ['@fortawesome/fontawesome-free@6.7.2']],
      pages: [
        {
          'note.html': writePage(
            {
              styles: ['simplemde/dist/simplemde.min.css', 'font-awesome/css/font-awesome.css'],
              scripts: ['simplemde/dist/simplemde.min.js'],
            },
            '<h1>Note</h1><textarea id="note"></textarea>',
            `new SimpleMDE({ element: document.querySelector('#note'), autoDownloadFontAwesome: false, toolbarTips: false })`,
          ),
        },
        {
          'note.html': writePage(
            {
              styles: ['easymde/dist/easymde.min.css', '@fortawesome/fontawesome-free/css/all.css'],
              scripts: ['easymde/dist/easymde.min.js'],
            },
            '<h1>Note</h1><textarea id="note"></textarea>',
            `new EasyMDE({ element: document.querySelector('#note'), autoDownloadFontAwesome: false, toolbarTips: false, showIcons: ['code', 'table'], hideIcons: ['quote'] })`,
          ),
        },
      ],
      classes:
        'bold|italic|heading|code|(?:un)?ordered-list|link|image|table|preview|side-by-side|fullscreen|guide',
    },
    marked: {
      'note.html': {
        bold: ['.fa-bold', 'button.bold'],
        italic: ['.fa-italic', 'button.italic'],
        heading: ['.fa-header', 'button.heading'],
        quote: ['.fa-quote-left', undefined],
        list: ['.fa-list-ul', 'button.unordered-list'],
        'numbered list': ['.fa-list-ol', 'button.ordered-list'],
        link: ['.fa-link', 'button.link'],
        image: ['.fa-picture-o', 'button.image'],
        preview: ['.fa-eye', 'button.preview'],
        'side by side': ['.fa-columns', 'button.side-by-side'],
        'full screen': ['.fa-arrows-alt', 'button.fullscreen'],
        guide: ['.fa-question-circle', 'button.guide'],
      },
    },
  },
  {
    name: 'summernote',
    versions: ['0.6.16', '0.9.1'],
    isHeldOut: false,
    pages: [['post.html', 'post.html']],
    shown: {
      beside: [['bootstrap@3.4.1', 'jquery@2.2.4', 'font-awesome@4.7.0'], ['jquery@3.7.1']],
      pages: [
        {
          'post.html': writePage(
            {
              styles: [
                'bootstrap/dist/css/bootstrap.css',
                'font-awesome/css/font-awesome.css',
                'summernote/dist/summernote.css',
              ],
              scripts: [
                'jquery/dist/jquery.js',
                'bootstrap/dist/js/bootstrap.js',
                'summernote/dist/summernote.js',
              ],
            },
            '<h1>Post</h1><div id="post">The first bed is ready.</div>',
            `$('#post').summernote({ tooltip: false })`,
          ),
        },
        {
          'post.html': writePage(
            {
              styles: ['summernote/dist/summernote-lite.css'],
              scripts: ['jquery/dist/jquery.js', 'summernote/dist/summernote-lite.js'],
            },
            '<h1>Post</h1><div id="post">The first bed is ready.</div>',
            `$('#post').summernote({ tooltip: false })`,
          ),
        },
      ],
      classes: 'note-btn-.*|note-current-.*|note-recent-color|btn-fullscreen|btn-codeview',
      attributes: ['data-event', 'data-value', 'data-name', 'data-original-title'],
    },
    marked: {
      'post.html': {
        style: ['[data-original-title=Style]', 'button:has(.note-icon-magic)'],
        bold: ['[data-name=bold]', 'button:has(.note-icon-bold)'],
        italic: ['[data-name=italic]', undefined],
        underline: ['[data-name=underline]', 'button:has(.note-icon-underline)'],
        clear: ['[data-name=clear]', 'button:has(.note-icon-eraser)'],
        font: ['[data-original-title="Font Family"]', 'button:has(.note-current-fontname)'],
        size: ['[data-original-title="Font Size"]', undefined],
        colour: ['[data-name=color]', 'button.note-current-color-button'],
        'more colours': ['[data-original-title="More Color"]', '.note-current-color-button + button'],
        list: ['[data-name=ul]', 'button:has(.note-icon-unorderedlist)'],
        'numbered list': ['[data-name=ol]', 'button:has(.note-icon-orderedlist)'],
        paragraph: ['[data-original-title=Paragraph]', 'button.dropdown-toggle:has(.note-icon-align-left)'],
        height: ['[data-original-title="Line Height"]', undefined],
        table: ['[data-original-title=Table]', 'button:has(.note-icon-table)'],
        link: ['[data-name=link]', 'button:has(.note-icon-link)'],
        picture: ['[data-name=picture]', 'button:has(.note-icon-picture)'],
        line: ['[data-name=hr]', undefined],
        'full screen': ['[data-name=fullscreen]', 'button:has(.note-icon-arrows-alt)'],
        code: ['[data-name=codeview]', 'button:has(.note-icon-code)'],
        help: ['[data-name=help]', 'button:has(.note-icon-question)'],
      },
    },
  },
]
