/** A size in MiB, such as `50.0 MiB`. */
export const describeMebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`
