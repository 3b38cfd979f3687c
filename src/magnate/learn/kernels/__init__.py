"""What training has in compiled code: apart from the rest, since with any change here all games are compiled anew."""
