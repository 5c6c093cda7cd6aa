-- When somebody showed that they have both the password and the mailbox: a confirmation in a browser that is signed in, or a
-- password set by a mailed link. Whoever registers a stranger's address has only the password, even once the stranger confirms it.
alter table accounts.accounts add column mailbox_proven_at timestamptz;
grant update (mailbox_proven_at) on accounts.accounts to waypost_dashboard;
