-- An attempt's row takes half of what it took, since most headers of its request follow from the delivery and are no longer stored.
-- So a page has room for twice as many, and for their outcomes.
alter table {{schema}}.delivery_attempts set (fillfactor = 15);
