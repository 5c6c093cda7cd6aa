export { frame, selectors } from './element.ts'
export type { Box, RecorderMessage, RecorderMode, RecorderTold, ShownStep } from './recorder-messages.ts'
export {
  isInput,
  viewMessage,
  type LiveMessage,
  type LiveState,
  type ViewInput,
  type ViewMessage,
} from './view-messages.ts'
