interface Props {
  /** What is selected, for screen readers. */
  label: string
  isSelected: boolean
  /** Whether some, but not all, of what it stands for is selected. */
  isPartly?: boolean
  /** @param isRange whether Shift was held, with a click or the space bar */
  onToggle: (isRange: boolean) => void
}

/** The box that selects a row of a list. */
export function SelectBox({ label, isSelected, isPartly = false, onToggle }: Props) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}
