import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

interface Matcher {
  label: string
  operator: string
  value: string
}

/** A metric as a query asks for it. */
export interface Selector {
  metric: string
  matchers: Matcher[]
  /** By which labels what is made of it is grouped or joined. */
  groupedBy: string[]
}

/**
 * What a PromQL query asks for, by Prometheus's own grammar.
 *
 * @throws where it is none
 */
export function readQuery(query: string): Selector[] {
  const tree = parser.parse(query)
  const selectors: Selector[] = []
  const textOf = (node: SyntaxNode) => query.slice(node.from, node.to)
  tree.iterate({
    enter({ type, from, node }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${query}`)
      if (type.name !== 'VectorSelector') return
      const name = node.getChild('Identifier')
      if (!name) throw new Error(`a selector without a metric: ${query}`)
      selectors.push({
        metric: textOf(name),
        matchers: matchersOf(node, textOf),
        groupedBy: groupingsOf(node, textOf),
      })
    },
  })
  return selectors
}

function matchersOf(selector: SyntaxNode, textOf: (node: SyntaxNode) => string): Matcher[] {
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return matchers.map((matcher) => ({
    label: textOf(matcher.getChild('LabelName')!),
    operator: textOf(matcher.getChild('MatchOp')!),
    value: textOf(matcher.getChild('StringLiteral')!).slice(1, -1),
  }))
}

/** Of the aggregations and the joins that it stands in. */
function groupingsOf(selector: SyntaxNode, textOf: (node: SyntaxNode) => string): string[] {
  const labels: string[] = []
  for (let node = selector.parent; node; node = node.parent) {
    const clauses = [...node.getChildren('AggregateModifier'), ...node.getChildren('MatchingModifierClause')]
    for (const clause of clauses)
      for (const grouping of clause.getChildren('GroupingLabels'))
        labels.push(...grouping.getChildren('LabelName').map(textOf))
  }
  return labels
}
