import type { Marked } from './template.ts'

// What several templates of the same author have.

export const menu: Record<string, Marked> = {
  brand: ['.navbar-brand', '.navbar-brand'],
  'menu home': ['.navbar a.nav-link >> Home (current)', '.navbar a.nav-link >> Home'],
  'menu about': ['.navbar a.nav-link >> About', '.navbar a.nav-link >> About'],
  'menu contact': ['.navbar a.nav-link >> Contact', '.navbar a.nav-link >> Contact'],
}
export const services: Record<string, Marked> = {
  'menu services': ['.navbar a.nav-link >> Services', '.navbar a.nav-link >> Services'],
}
export const noServices: Record<string, Marked> = {
  'menu services': ['.navbar a.nav-link >> Services', undefined],
}
export const noContact: Record<string, Marked> = {
  'menu contact': ['.navbar a.nav-link >> Contact', undefined],
}
export const categories: Record<string, Marked> = Object.fromEntries(
  [1, 2, 3].map((number): [string, Marked] => [
    `category ${number}`,
    [`a.list-group-item >> Category ${number}`, undefined],
  ]),
)
export const topics: Record<string, Marked> = Object.fromEntries(
  ['Web Design', 'HTML', 'Freebies', 'JavaScript', 'CSS', 'Tutorials'].map((topic): [string, Marked] => [
    `topic ${topic.toLowerCase()}`,
    [`.col-lg-6 a >> ${topic}`, `.col-sm-6 a >> ${topic}`],
  ]),
)
export const search: Record<string, Marked> = {
  search: ['.input-group input', '.input-group input'],
  'search button': ['.input-group button', '.input-group button'],
}
