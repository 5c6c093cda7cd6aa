import { createContext, use } from 'react'

export interface FormIssues {
  /** Property → what is wrong with it. */
  messages: Map<string, string>
  /** Whether a field of that name is in the form. */
  isShownAtField: (property: string) => boolean
}

export const FormIssuesContext = createContext<FormIssues>({
  messages: new Map(),
  isShownAtField: () => false,
})

/** What the service said about the fields of the form around. */
export const useFormIssues = () => use(FormIssuesContext)
