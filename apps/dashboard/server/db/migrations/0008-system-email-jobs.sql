-- A mail's job says when it is tried next. Processes of the version before find theirs by attempt_at, which is set for
-- none that has a job: never due, it is nobody else's to send. The next release drops the column and its index.
alter table accounts.letters
  alter column attempt_at set default 'infinity',
  alter column attempts set default 0;
