import type { Template } from '../template.ts'
import { both, kept } from '../marks.ts'

/** Pages for telephones, partly in Chinese. */
export const telephones: Template[] = [
  {
    name: 'weui',
    versions: ['0.4.3', '2.6.26'],
    isHeldOut: false,
    pages: [['dist/example/index.html', 'dist/example/index.html']],
    marked: {
      'dist/example/index.html': Object.fromEntries(
        [
          'button',
          'toast',
          'dialog',
          'progress',
          'msg',
          'article',
          'actionsheet',
          'icons',
          'panel',
          'searchbar',
        ].map((name) => [name, [`a[href="#/${name}"]`, `.js_item[data-id=${name}]`]]),
      ),
    },
  },
  {
    name: 'jquery-weui',
    versions: ['0.8.3', '1.2.1'],
    isHeldOut: false,
    pages: [
      'index',
      'form',
      'buttons',
      'dialog',
      'cell',
      'searchbar',
      'action-sheet',
      'tabbar',
      'msg',
      'panel',
    ].map((name) => [`dist/demos/${name}.html`, `dist/demos/${name}.html`]),
    marked: {
      'dist/demos/form.html': {
        qq: kept('[placeholder*=qq]'),
        switch: ['.weui_switch', '.weui-switch'],
        date: kept('[type=date]'),
        time: kept('[type=datetime-local]'),
        comment: kept('textarea'),
        code: ['.weui_vcode input', '.weui-cell_vcode input[type=number]'],
        confirm: kept('#showTooltips'),
      },
      'dist/demos/buttons.html': Object.fromEntries(
        ['primary', 'warn', 'default', 'plain_default', 'plain_primary'].map((kind) => [
          `button ${kind}`,
          [
            `.weui_btn_${kind}:not(.weui_btn_disabled, .weui_btn_mini)`,
            `.weui-btn_${kind.replace('_', '-')}:not(.weui-btn_disabled, .weui-btn_mini)`,
          ],
        ]),
      ),
      'dist/demos/dialog.html': both(
        ['alert', 'confirm', 'prompt', 'login', 'custom'],
        (name) => `#show-${name}`,
      ),
      'dist/demos/action-sheet.html': both(['actions', 'actions-bg'], (name) => `#show-${name}`),
      'dist/demos/tabbar.html': Object.fromEntries(
        [1, 2, 3, 4].map((number) => [
          `tab ${number}`,
          [`.weui_tabbar_item:nth-of-type(${number})`, `.weui-tabbar__item:nth-of-type(${number})`],
        ]),
      ),
      'dist/demos/msg.html': {
        'first answer': ['.weui_btn_primary', '.weui-btn_primary'],
        'second answer': ['.weui_btn_default', '.weui-btn_default'],
      },
      'dist/demos/panel.html': { more: ['.weui_panel_ft', '.weui-panel__ft .weui-cell_link'] },
    },
  },
]
