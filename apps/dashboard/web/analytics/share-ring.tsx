const radius = 42
const circumference = 2 * Math.PI * radius

interface Props {
  part: number
  whole: number
  words: string
}

/** A ring chart of one share of a total. */
export function ShareRing({ part, whole, words }: Props) {
  const share = whole === 0 ? 0 : part / whole
  return (
    <figure className="ring">
      <svg role="img" aria-label={words} viewBox="0 0 100 100">
        <circle className="ring-track" cx="50" cy="50" r={radius} />
        <circle
          className="ring-part"
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={`${share * circumference} ${circumference}`}
          transform="rotate(-90 50 50)"
        />
        <text className="ring-value" x="50" y="57">
          {part.toLocaleString('en')}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  )
}
