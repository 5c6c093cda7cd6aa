import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { holdLoad } from '../hold-load.ts'
import { writePage } from '../write-page.ts'

const BEFORE = {
  styles: [
    'bootstrap/dist/css/bootstrap.css',
    'font-awesome/css/font-awesome.css',
    'formiojs/dist/formio.full.css',
  ],
  scripts: ['formiojs/dist/formio.full.js'],
}
const AFTER = {
  styles: [
    'bootstrap/dist/css/bootstrap.css',
    'bootstrap-icons/font/bootstrap-icons.css',
    '@formio/js/dist/formio.full.css',
  ],
  scripts: ['@formio/js/dist/formio.full.js'],
}

const writeForm = (loaded: typeof BEFORE, act: string) =>
  writePage(
    loaded,
    '<h1>Form</h1><div id="form"></div>',
    `Formio.builder(document.querySelector('#form'), { components: [{ type: 'textfield', key: 'bed', label: 'Bed', input: true }] }, {}); ${holdLoad(`document.querySelector('.component-settings-button-edit')`, act)}`,
  )

/** The later version has options on other tabs and in another order. */
export const builders: Template[] = [
  {
    name: 'formiojs',
    renamedTo: '@formio/js',
    versions: ['3.30.1', '5.0.0'],
    isHeldOut: false,
    pages: [
      ['form.html', 'form.html'],
      ['field.html', 'field.html'],
    ],
    shown: {
      beside: [
        ['bootstrap@4.6.2', 'font-awesome@4.7.0'],
        ['bootstrap@5.3.9', 'bootstrap-icons@1.11.3'],
      ],
      pages: [
        {
          'form.html': writeForm(BEFORE, ''),
          'field.html': writeForm(
            BEFORE,
            `document.querySelector('.component-settings-button-edit').click()`,
          ),
        },
        {
          'form.html': writeForm(AFTER, ''),
          'field.html': writeForm(AFTER, `document.querySelector('.component-settings-button-edit').click()`),
        },
      ],
      classes: 'component-settings-button-.*|formio-dialog-close|formio-component-.*',
      attributes: ['data-type', 'data-key', 'data-group', 'data-target', 'data-bs-target', 'ref'],
    },
    marked: {
      'form.html': {
        'basic fields': ['.builder-group-button >> Basic Components', '.builder-group-button >> Basic'],
        ...both(['Advanced', 'Layout', 'Data'], (group) => `.builder-group-button >> ${group}`),
        ...both(
          'Text Field,Number,Password,Text Area,Checkbox,Select Boxes,Select,Radio,Button'.split(','),
          (field) => `.formcomponent >> ${field}`,
        ),
        ...gone({ time: '.formcomponent >> Time', content: '.formcomponent >> Content' }),
      },
      'field.html': {
        ...both(
          'label,hideLabel,placeholder,inputMask,allowMultipleMasks,prefix,suffix,customClass,tabindex,showWordCount,showCharCount,hidden,mask,disabled,autofocus,tableView'.split(
            ',',
          ),
          (name) => `[name="data[${name}]"]`,
        ),
        ...Object.fromEntries(
          ['Data', 'Validation', 'API', 'Conditional', 'Logic'].map((tab) => [
            `tab ${tab}`,
            kept(`.nav-link >> ${tab}`),
          ]),
        ),
        ...both(['Save', 'Cancel', 'Remove'], (name) => `button >> ${name}`),
        close: kept('.formio-dialog-close'),
        help: kept('a >> Help'),
        ...gone({
          'error label': '[name="data[errorLabel]"]',
          'not kept': '[name^="data[persistent]"][value=false]',
          'kept by the client': '[name^="data[persistent]"][value=client-only]',
          multiple: '[name="data[multiple]"]',
          clear: '[name="data[clearOnHide]"]',
          protected: '[name="data[protected]"]',
          enabled: '[name="data[alwaysEnabled]"]',
        }),
      },
    },
  },
]
