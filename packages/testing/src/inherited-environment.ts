const { PATH, NODE_COMPILE_CACHE, TEST_NODE_OPTIONS: NODE_OPTIONS } = process.env

/** The variables that a test passes on to a process that it starts with an environment of its own. */
export const inheritedEnvironment = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }
