import { setFlagsFromString } from 'node:v8'

/** Whether V8 compiles anew what is run often. */
export function optimizing(isAllowed: boolean): void {
  for (const compiler of ['maglev', 'turbofan'])
    setFlagsFromString(isAllowed ? `--${compiler}` : `--no-${compiler}`)
}
