-- An email is updated twice within its first second: its forward is decided on, and ends. With room in its page the new row
-- stays there, and none of the dozen indexes is written for it. Bodies are elsewhere once they are large.
alter table alias.emails set (fillfactor = 50);
