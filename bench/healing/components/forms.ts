import type { Template } from '../template.ts'
import { both } from '../marks.ts'
import { writePage } from '../write-page.ts'

const survey = JSON.stringify({
  title: 'Your garden',
  pages: [
    {
      elements: [
        { type: 'text', name: 'who', title: 'Who are you?' },
        { type: 'text', name: 'mail', title: 'E-mail', inputType: 'email' },
        { type: 'dropdown', name: 'beds', title: 'How many beds?', choices: ['one', 'two', 'many'] },
        { type: 'radiogroup', name: 'soil', title: 'Which soil?', choices: ['sand', 'clay', 'loam'] },
        {
          type: 'checkbox',
          name: 'grown',
          title: 'What do you grow?',
          choices: ['beans', 'kale', 'roses'],
          hasOther: true,
        },
        { type: 'boolean', name: 'glass', title: 'Is there a greenhouse?' },
        { type: 'comment', name: 'more', title: 'What else?' },
      ],
    },
    { elements: [{ type: 'text', name: 'end', title: 'When?' }] },
  ],
})

const schema = JSON.stringify({
  title: 'Bed',
  type: 'object',
  required: ['name', 'width', 'sunny', 'soil', 'plants'],
  properties: {
    name: { type: 'string', title: 'Name' },
    width: { type: 'integer', title: 'Width' },
    sunny: { type: 'boolean', format: 'checkbox', title: 'Sunny' },
    soil: { type: 'string', title: 'Soil', enum: ['sand', 'clay'] },
    note: { type: 'string', format: 'textarea', title: 'Note' },
    plants: {
      type: 'array',
      title: 'Plants',
      items: { type: 'string', title: 'Plant' },
      default: ['bean', 'kale'],
    },
  },
})

export const forms: Template[] = [
  {
    name: 'survey-jquery',
    versions: ['0.12.36', '1.12.67'],
    isHeldOut: false,
    pages: [['survey.html', 'survey.html']],
    shown: {
      pages: [
        {
          'survey.html': writePage(
            {
              styles: ['survey-jquery/survey.css'],
              scripts: ['jquery/dist/jquery.js', 'survey-jquery/survey.jquery.js'],
            },
            '<div id="survey"></div>',
            `$('#survey').Survey({ model: new Survey.Model(${survey}) })`,
          ),
        },
        {
          'survey.html': writePage(
            {
              styles: ['survey-jquery/defaultV2.css'],
              scripts: ['jquery/dist/jquery.js', 'survey-jquery/survey.jquery.js'],
            },
            '<div id="survey"></div>',
            `$('#survey').Survey({ model: new Survey.Model(${survey}) })`,
          ),
        },
      ],
      classes: '(?!)',
    },
    marked: {
      'survey.html': {
        who: ['input[type=text]', 'input[type=text]'],
        mail: ['input[type=email]', 'input[type=email]'],
        beds: ['select', undefined],
        ...both(
          ['sand', 'clay', 'loam', 'beans', 'kale', 'roses', 'other'],
          (value) => `input[value=${value}]`,
        ),
        glass: [
          'input[type=checkbox]:not([value=beans], [value=kale], [value=roses], [value=other])',
          '[role=switch]',
        ],
        more: ['textarea', 'textarea'],
        next: ['[value=Next]', '[value=Next]'],
      },
    },
  },
  {
    name: 'json-editor',
    renamedTo: '@json-editor/json-editor',
    versions: ['0.7.28', '2.17.2'],
    isHeldOut: false,
    pages: [['bed.html', 'bed.html']],
    shown: {
      beside: [['bootstrap@3.4.1'], ['bootstrap@5.3.9', 'bootstrap-icons@1.11.3']],
      pages: [
        {
          'bed.html': writePage(
            { styles: ['bootstrap/dist/css/bootstrap.css'], scripts: ['json-editor/dist/jsoneditor.js'] },
            '<div id="bed"></div>',
            `new JSONEditor(document.querySelector('#bed'), { theme: 'bootstrap3', iconlib: 'bootstrap3', schema: ${schema} })`,
          ),
        },
        {
          'bed.html': writePage(
            {
              styles: ['bootstrap/dist/css/bootstrap.css', 'bootstrap-icons/font/bootstrap-icons.css'],
              scripts: ['@json-editor/json-editor/dist/jsoneditor.js'],
            },
            '<div id="bed"></div>',
            `new JSONEditor(document.querySelector('#bed'), { theme: 'bootstrap5', iconlib: 'bootstrap', schema: ${schema} })`,
          ),
        },
      ],
      classes: 'json-editor-.*|delete|movedown|moveup',
      attributes: ['data-i'],
    },
    marked: {
      'bed.html': {
        collapse: ['#bed [title=Collapse]', '#bed [title=Collapse]'],
        json: ['[title="Edit JSON"]', '[title="Edit JSON"]'],
        properties: ['[title="Object Properties"]', '[title="Object Properties"]'],
        ...both(
          ['name', 'width', 'sunny', 'soil', 'note', 'plants][0', 'plants][1'],
          (field) => `[name="root[${field}]"]`,
        ),
        'delete first': ['.delete[data-i="0"]', '.delete[data-i="0"]'],
        'delete second': ['.delete[data-i="1"]', '.delete[data-i="1"]'],
        down: ['[title="Move down"]', '[title="Move down"]'],
        up: ['[title="Move up"]', '[title="Move up"]'],
        add: ['[title="Add Plant"]', '[title="Add Plant"]'],
        'delete last': ['[title="Delete Last Plant"]', '[title="Delete Last Plant"]'],
        'delete all': ['[title="Delete All"]', '[title="Delete All"]'],
      },
    },
  },
]
