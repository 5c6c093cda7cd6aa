import { registerHooks } from 'node:module'

/**
 * Node reads the manifest of a package for each of its modules, and parses its `exports` each time: for those of Drizzle, of 170 KB,
 * that is a third of what it costs to import a process of the product. Its modules name each other by paths, for which no manifest is
 * needed.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!parentURL.includes('/drizzle-orm/') || !specifier.startsWith('.') || !conditions.includes('import'))
      return next(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
