export { startTestObjectStore, type TestObjectStore } from './test-object-store.ts'
export { inPiecesOf } from './test-pieces.ts'
