-- The API stores the files of emails that are sent while their requests come, and deletes what nothing references at once.
grant insert, delete on alias.blobs, alias.blob_pieces to waypost_alias_api;
grant select, insert, delete on alias.spooled_pieces to waypost_alias_api;
grant update (is_doomed) on alias.blobs to waypost_alias_api;
