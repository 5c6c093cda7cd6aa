import { createContext, use } from 'react'

export interface FormIssues {
  /** Error messages by property. */
  messages: Map<string, string>
  /** Whether the form has a field with that name. */
  isShownAtField: (property: string) => boolean
}

export const FormIssuesContext = createContext<FormIssues>({
  messages: new Map(),
  isShownAtField: () => false,
})

/** The service's errors about the fields of the enclosing form. */
export const useFormIssues = () => use(FormIssuesContext)
