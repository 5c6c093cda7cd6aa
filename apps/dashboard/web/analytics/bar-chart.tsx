interface Bar {
  label: string
  value: number
}

const rowHeight = 44
const width = 320

/** A bar chart. Each value is also written out, so that no information is in length or colour alone. */
export function BarChart({ bars }: { bars: Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  const described = bars.map(({ label, value }) => `${label}: ${value.toLocaleString('en')}`).join(', ')
  return (
    <svg
      className="chart"
      role="img"
      aria-label={described}
      viewBox={`0 0 ${width} ${bars.length * rowHeight}`}
    >
      {bars.map(({ label, value }, index) => (
        <g key={label} transform={`translate(0 ${index * rowHeight})`}>
          <text className="chart-label" x="0" y="14">
            {label}
          </text>
          <text className="chart-value" x={width} y="14">
            {value.toLocaleString('en')}
          </text>
          <rect className="chart-track" x="0" y="21" width={width} height="10" rx="5" />
          {value > 0 && (
            <rect
              className={`chart-bar-${index + 1}`}
              x="0"
              y="21"
              width={Math.max(10, (value / longest) * width)}
              height="10"
              rx="5"
            />
          )}
        </g>
      ))}
    </svg>
  )
}
