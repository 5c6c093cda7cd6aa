/** A rate, never rounded up to 100 %. */
export const describeRate = (rate: number): string =>
  rate === 1 ? '100 %' : `${(Math.floor(rate * 1000) / 10).toFixed(1)} %`
