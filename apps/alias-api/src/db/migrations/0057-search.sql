-- Parts of texts by an index, together with their owner. Trusted: who may create in the database may install them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
