import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'

const page = (styles: string[], content: string, scripts: string[], tests: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title>
${styles.map((each) => `<link rel="stylesheet" href="/${each}">`).join('')}</head><body>${content}
${scripts.map((each) => `<script src="/${each}"></script>`).join('')}<script>${tests}</script></body></html>`

const QUNIT = '<div id="qunit"></div><div id="qunit-fixture"></div>'

const UNIT_TESTS = `QUnit.module('Beds')
QUnit.test('are dug', (assert) => assert.ok(true))
QUnit.test('are watered', (assert) => assert.equal(1, 2))
QUnit.module('Seeds')
QUnit.test('are sown', (assert) => assert.ok(true))`

export const testRunners: Template[] = [
  {
    name: 'qunitjs',
    renamedTo: 'qunit',
    versions: ['1.12.0', '3.0.0'],
    isHeldOut: false,
    pages: [['tests.html', 'tests.html']],
    shown: {
      pages: [
        { 'tests.html': page(['qunitjs/qunit/qunit.css'], QUNIT, ['qunitjs/qunit/qunit.js'], UNIT_TESTS) },
        { 'tests.html': page(['qunit/qunit/qunit.css'], QUNIT, ['qunit/qunit/qunit.js'], UNIT_TESTS) },
      ],
      classes: 'qunit-.*|module-name|test-name',
    },
    marked: {
      'tests.html': {
        title: kept('h1 a, #qunit-header a'),
        'hide passed': ['#qunit-filter-pass', '#qunit-urlconfig-hidepassed'],
        ...both(['noglobals', 'notrycatch'], (name) => `#qunit-urlconfig-${name}`),
        module: ['#qunit-modulefilter', '#qunit-modulefilter-search'],
        ...Object.fromEntries(
          ['dug', 'watered', 'sown'].flatMap((test, index): [string, Marked][] => {
            const row = `#qunit-tests > li:nth-child(${index + 1})`
            return [
              [test, kept(`${row} > strong`)],
              [`run ${test} again`, kept(`${row} > a`)],
            ]
          }),
        ),
      },
    },
  },
]
