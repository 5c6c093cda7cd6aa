/** Something that a field offers. */
export interface Choice {
  value: string
  label: string
}

export interface ChoiceGroup {
  title: string
  items: Choice[]
  /** Whether the service has more of them by the text. */
  hasMore?: boolean
}

export const usualPlaceholder = 'Type a part of the name'

export interface ChoiceFieldProps {
  label: string
  name: string
  /** What is found, for the client's cache. */
  of: string
  /** Finds the choices by a part of their names; by nothing, the newest. */
  search: (text: string) => Promise<ChoiceGroup[]>
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** The values that are not offered. */
  without?: string[]
  placeholder?: string
  required?: boolean
  autoFocus?: boolean
}
