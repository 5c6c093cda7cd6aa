import { addEngine } from '../browser/load-playwright.ts'
import { describeElement, findIcon, isVisible, type Tools } from './in-page/describe-element.ts'
import { describeForm } from './in-page/describe-form.ts'
import { findDestination } from './in-page/find-destination.ts'
import { findFieldKind } from './in-page/find-field-kind.ts'
import { findHeadings } from './in-page/find-headings.ts'
import { findLandmark } from './in-page/find-landmark.ts'
import { findGlyph } from './in-page/find-glyph.ts'
import { findPaths, looksStable } from './in-page/find-paths.ts'
import { findNames, findRole } from './in-page/find-role-and-name.ts'
import { hashName, readName } from './in-page/read-name.ts'
import { readNeighbours, readText } from './in-page/read-text.ts'
import { readRows, surveyPage } from './in-page/survey-page.ts'

const tools: Tools = {
  readText,
  readNeighbours,
  findRole,
  findNames,
  looksStable,
  findPaths,
  describeElement,
  isVisible,
  findIcon,
  findGlyph,
  findDestination,
  findFieldKind,
  findLandmark,
  findHeadings,
  describeForm,
  readName,
  hashName,
  surveyPage,
  readRows,
}
const source = Object.entries(tools).map(([name, tool]) => `${name}: ${tool.toString()}`)

/**
 * Registers a selector engine from a function that runs in pages, in an isolated world, with the tools that describe
 * elements. A browser that was launched before does not know the engine, so register it at the top of a module.
 */
export const registerEngine = (name: string, createEngine: (tools: Tools) => unknown): Promise<void> =>
  addEngine(name, `(${createEngine.toString()})({ ${source.join(',\n')} })`)
